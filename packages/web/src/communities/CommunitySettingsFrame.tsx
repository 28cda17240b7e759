export function CommunitySettingsFrame() { return null; }
