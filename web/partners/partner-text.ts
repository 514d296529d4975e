/** spec §2 and §8: what the partner screens say, each sentence once. */
export const partnerMessages = {
  none: 'No partners found',
  addedFor: 'For partner',
  listFailed: 'Failed to load partners. Please try again.',
  loadFailed: 'Failed to load partner. Please try again.',
  added: 'Partner has been added successfully',
  updated: 'Partner has been updated successfully',
  passwordReset: 'Partner password has been reset successfully',
  deleted: 'Partner deleted successfully',
  deleteFailed: 'Failed to delete partner',
  tokensHint: 'What other systems add leads with in this partner’s name.',
  noTokens: 'This partner has no API tokens.',
  tokensNotLoaded: 'The API tokens could not be loaded.',
  revokeTokens: "Revoke this partner's API tokens too",
  revokeTokensHint: 'Systems that use them can add no more leads.',
} as const;

export function deletePartnerQuestion(name: string): string {
  return `Are you sure you want to delete ${name}? This action cannot be undone.`;
}
