import { html } from '../http/escape-html.ts';

/** A file of the person's, by its name in the archive; one that could not be read, or would be too much, is not there. */
export type CopiedFile = { entry: string; size: number; isThere: boolean };

/** What is in a copy of somebody's data, for its page. */
export type Contents = {
  product: string;
  origin: string;
  /** As they are shown. */
  name: string;
  username: string;
  at: Date;
  /** A file for each slice, with the rows of each table in it. */
  parts: readonly { entry: string; tables: readonly { title: string; rows: number }[] }[];
  files: readonly CopiedFile[];
  /** Files that are in the copy, beside those that are listed. */
  more: number;
};

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: start; padding: .3rem .5rem .3rem 0; border-bottom: 1px solid #8886; vertical-align: top; }
th:last-child, td:last-child { text-align: end; white-space: nowrap; }
@media (prefers-color-scheme: dark) { a { color: #9bf; } }`;

const count = (number: number) => number.toLocaleString('en');

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

const linkTo = (entry: string) => entry.split('/').map(encodeURIComponent).join('/');

/** The page that is opened first: what is in which file. It needs no network, and runs nothing. */
export function indexPage({ product, origin, name, username, at, parts, files, more }: Contents): string {
  const rows = parts.flatMap(({ entry, tables }) =>
    tables.filter(({ rows }) => rows > 0).map((table) => ({ entry, ...table })),
  );
  const isPart = files.some(({ isThere }) => !isThere);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>Your data on ${product}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Your data on ${product}</h1>
<p>A copy of the data that ${product} (<bdi>${origin}</bdi>) has about <b><bdi>${name}</bdi></b> (<bdi>@${username}</bdi>), made on ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC.</p>
<p>Your data is in .json files: plain text that you can open in any text editor, and that other programs can read. Times are in UTC.
Other people appear only by name. Passwords, codes and other secrets are left out.</p>
<h2>What’s in this copy</h2>
<table>
<thead><tr><th>Data</th><th>File</th><th>Items</th></tr></thead>
<tbody>
${rows.map(
  ({
    entry,
    title,
    rows: number,
  }) => html`<tr><td>${title}</td><td><a href="${linkTo(entry)}">${entry}</a></td><td>${count(number)}</td></tr>
`,
)}</tbody>
</table>
<h2>Your files</h2>
${
  files.length + more === 0
    ? html`<p>You haven’t uploaded any files.</p>`
    : html`<table>
<thead><tr><th>File</th><th>Size</th></tr></thead>
<tbody>
${files.map(({ entry, size: bytes, isThere }) => {
  const called = html`<bdi>${entry.slice('files/'.length)}</bdi>`;
  const shown = isThere ? html`<a href="${linkTo(entry)}">${called}</a>` : html`${called} (not included)`;
  return html`<tr><td>${shown}</td><td>${size(bytes)}</td></tr>
`;
})}</tbody>
</table>`
}
${more === 0 ? undefined : html`<p>And ${count(more)} more in the <a href="files/">files</a> folder.</p>`}
${isPart ? html`<p>Files that are not included couldn’t be read or would have made this copy too large. You can download them where you uploaded them.</p>` : undefined}
</body>
</html>
`.toString();
}
