/** True where every name in `needed` is held; `any` asks for one of them. */
export function holds(held: readonly string[], needed: readonly string[], mode: 'all' | 'any' = 'all'): boolean {
  return mode === 'all' ? needed.every((name) => held.includes(name)) : needed.some((name) => held.includes(name));
}
