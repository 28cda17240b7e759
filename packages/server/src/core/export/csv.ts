/** Small and wide forms of `= + - @`, which some spreadsheets read as those; the library knows the plain and the full-width ones. */
const FORMULA = /^[\uFE62\uFE63\uFE66\uFE6B]/;

/** How our files for spreadsheets are written: every cell quoted, and those disarmed that a spreadsheet would run. */
export const SAFE_CELLS = {
  ...{ bom: true, header: true, quoted: true, quoted_empty: true, escape_formulas: true },
  cast: { string: (text: string) => (FORMULA.test(text) ? `'${text}` : text) },
};
