const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text escaped for use between tags and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}

/** HTML whose texts are escaped. Only the tag `html` makes it, so a plain string can't pass for it. */
class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type { Html };

/** HTML that `cleanHtml` returned, so that it can stand in a template as it is. Never call it with anything else. */
export function fromCleaned(cleaned: string): Html {
  return new Html(cleaned);
}

/** What a template may contain: texts, which it escapes, and HTML of other templates. `undefined` renders nothing. */
type Part = string | Html | readonly Html[] | undefined;

/** A template for HTML: html`<p>${text}</p>`. Attributes need their quotes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((made, string, at) => `${made}${render(parts[at - 1])}${string}`));
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (part instanceof Html) return part.toString();
  return part.map(render).join('');
}
