export function Palette(_: { opened: boolean; close: () => void; current: unknown }) { return null; }
