export type Target = 'WhatsApp' | 'X' | 'LinkedIn' | 'Facebook' | 'Telegram' | 'Mail';

/** The external share pages of the specification, filled in. */
export function shareLinks(url: string, text: string): readonly { name: Target; href: string }[] {
  const [u, t, both] = [url, text, `${text} ${url}`].map(encodeURIComponent);
  return [
    { name: 'WhatsApp', href: `https://wa.me/?text=${both}` },
    { name: 'X', href: `https://x.com/intent/post?text=${t}&url=${u}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${u}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${u}` },
    { name: 'Telegram', href: `https://t.me/share/url?url=${u}&text=${t}` },
    { name: 'Mail', href: `mailto:?subject=${t}&body=${encodeURIComponent(`${text}\n\n${url}`)}` },
  ];
}
