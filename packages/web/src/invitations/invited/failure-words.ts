/** What the second and third number of a mail server's code (RFC 3463) say about an address. */
const WORDS: Readonly<Record<string, string>> = {
  '1.1': 'The address doesn’t exist',
  '1.2': 'The address doesn’t exist',
  '1.3': 'The address doesn’t exist',
  '1.10': 'The address doesn’t exist',
  '2.1': 'The mailbox is closed',
  '2.2': 'The mailbox is full',
};

/** Why an invitation was not delivered: in words where the mail server's answer has a code for it, else the answer itself. */
export function failureWords(answer: string): string {
  const code = /^5\d\d[ -]5\.(\d+\.\d+)\b/.exec(answer)?.[1];
  return (code && WORDS[code]) ?? answer;
}
