export function ArchiveScreen() { return null; }
