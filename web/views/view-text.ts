/** What is said of saved views, each sentence once. */
export const viewMessages = {
  none: 'No saved views yet. Filter or sort the list, then save it by a name.',
  notLoaded: 'The views could not be loaded.',
  saved: 'View saved',
  renamed: 'View renamed',
  updated: 'View now shows this list',
  shared: 'View is shared with all partners',
  unshared: 'View is no longer shared',
  deleted: 'View deleted',
  share: 'Share with all partners',
  stopSharing: 'Stop sharing',
  sharedWithAll: 'Shared with all partners',
  failed: 'The view could not be saved. Please try again.',
  deleteFailed: 'The view could not be deleted. Please try again.',
} as const;

export function deleteViewQuestion(name: string, isShared: boolean): string {
  return isShared ? `Delete ${name}? It goes for all partners too.` : `Delete ${name}?`;
}
