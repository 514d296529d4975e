/** What a lead that has to be sent waits under; a trigger of the database writes it, too. */
export const pushKind = 'push_lead';
