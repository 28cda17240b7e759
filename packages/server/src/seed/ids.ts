/** The ids of the demo people, by username. */
export type Ids = ReadonlyMap<string, string>;

/** @throws Error naming people who are not in the demo world. */
export function idOf(ids: Ids, username: string): string {
  const id = ids.get(username);
  if (!id) throw new Error(`Nobody in the demo world is called ${username}.`);
  return id;
}
