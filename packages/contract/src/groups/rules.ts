/** What is said once people were added to a group: those who were in it before are not counted. */
export function addedSaid(added: number): string {
  if (added === 0) return 'Nobody was added. They may be in the group already.';
  return added === 1 ? 'Guest added successfully' : `${added.toLocaleString('en')} people added.`;
}
