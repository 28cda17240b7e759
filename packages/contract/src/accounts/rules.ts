/** The name under which a person is shown. */
export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim();
}

/** One or two letters for a person without a picture; whole graphemes, so no accent is torn off. */
export function initials(person: { firstName: string; lastName: string }): string {
  const first = (text: string) => [...new Intl.Segmenter().segment(text)][0]?.segment ?? '';
  return `${first(person.firstName)}${first(person.lastName)}`.toUpperCase();
}
