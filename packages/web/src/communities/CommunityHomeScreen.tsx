export function CommunityHomeScreen() { return null; }
