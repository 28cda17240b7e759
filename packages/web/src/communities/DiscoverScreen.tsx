export function DiscoverScreen() { return null; }
