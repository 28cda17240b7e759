import type { UsageReport } from '@folkmoot/contract/telemetry/schema.ts';

let noter: (report: UsageReport) => void = () => undefined;

/** Says who notes what is done; nobody does where the operator does not count, or the person objects. */
export function notedBy(note: (report: UsageReport) => void): void {
  noter = note;
}

/** Notes something that was done in the browser. */
export function noteUse(act: Extract<UsageReport, { act: string }>['act']): void {
  noter({ act });
}
