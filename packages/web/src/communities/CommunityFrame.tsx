export function CommunityFrame() { return null; }
