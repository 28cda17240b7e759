const COVERS = ['town', 'kiln', 'dye', 'mending', 'midsummer', 'repair', 'joinery', 'contour'] as const;

/** A community's cover, or one of ours that is always the same for the same community. */
export function coverOf(community: { id: string; cover: string | null }): string {
  if (community.cover) return community.cover;
  let sum = 0;
  for (const letter of community.id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return `/art/covers/${COVERS[sum % COVERS.length] ?? 'town'}.webp`;
}
