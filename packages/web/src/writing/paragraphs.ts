const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Plain text as the paragraphs of a field with structure: an empty line begins another one. */
export function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const lines = part.trim().replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);
      return `<p>${lines.replaceAll('\n', '<br>')}</p>`;
    })
    .join('');
}
