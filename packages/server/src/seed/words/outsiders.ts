/** Two people outside the guild: one who asks to join, one who is banned. */
export const asking = {
  username: 'sigrid',
  firstName: 'Sigrid',
  lastName: 'Hallberg',
  note: 'I bind books, mostly on the kitchen table. Elspeth said the print room has a nipping press that is lonely on Mondays.',
};

export const banned = {
  username: 'bargain-barn',
  firstName: 'Bargain',
  lastName: 'Barn',
  reason: 'Sold the same second-hand kiln to three of us.',
};
