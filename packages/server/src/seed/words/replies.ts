import type { Line, Thread } from './talk.ts';

/*
 * Short things that people say at the end of a thread, as they do everywhere. `@` is replaced by the person who
 * started it.
 */
const REPLIES = `
Count me in.
Thank you @, that saved me an evening.
I can do mornings, not Thursdays.
Seconded.
@ will you be in on Saturday? I have your clamps.
That worked, by the way.
Late to this, but yes please.
Put me down for one.
I walked past earlier and it was still there.
@ you are a marvel.
Same here.
Noted on the board by the door.
I will bring the tea urn.
Good to know, thanks.
@ I left it on the second shelf, blue tape.
Has anyone told the caretaker?
I tried it last night. It is better than it sounds.
Lovely.
Ask me again on Sunday.
@ do you want the offcuts, or shall I put them out?
My daughter would like to come too, is that all right?
On my way with a trolley.
We did this in 2019 and it took a whole weekend.
No rush from me.
@ I owe you a pint for that.
Is there room in the van?
I have a spare if it goes wrong.
It is in the drawer marked *do not open*, of course.
Done. I swept as well.
@ yes, and I have the receipt.
I can hold a torch and be quiet.
Somebody should write this down.
Written down, it is in the log now.
Could we do the half hour after? I finish at six.
@ agreed, with the usual grumbling.
Thanks for sorting it.
The bus was late, I am ten minutes away.
I would pay to watch that.
Key is back on its hook.
@ which one, the old or the very old?
Three of us from the choir will come.
What a week for it.
It rained on mine. I regret nothing.
Put a note on it or somebody will tidy it.
@ I can show you, it takes five minutes.
Found it. It was behind the other one.
Add me to the list please.
I have done worse with better tools.
Right, I have moved mine to Tuesday.
@ tell your mum hello from all of us.
That is the good news I needed.
Shall we say ten?
Ten is fine.
I will ask at the market.
@ it was me, sorry. I will replace it.
Never throw those away.
Bring gloves.
I still have the photographs somewhere.
It smells wonderful in there today.
@ thank you for staying late.
Next time I am wearing boots.
A small round of applause from the back bench.
The label fell off, it is the one on the left.
I would not, but I am known to be careful.
@ could you send me the measurements?
Yes, and tell them to knock.
Happy to be the second pair of hands.
We should do this more often.
`
  .trim()
  .split('\n');

/** A small generator with its own seed, so that every demo world says the same (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Makes people in a channel answer each thread, as they would: three to six short replies, later the same day.
 *
 * @param inside usernames of the channel's members; if there is only one, nobody answers.
 */
export function withReplies(threads: readonly Thread[], inside: readonly string[], seed: number): Thread[] {
  const roll = dice(seed);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(roll() * items.length)];
  return threads.map((thread) => {
    const opener = thread[0]?.by ?? '';
    const others = inside.filter((username) => username !== opener);
    if (others.length === 0) return thread;
    const replies: Line[] = [];
    for (let left = 3 + Math.floor(roll() * 4); left > 0; left -= 1) {
      const by = pick(others.filter((username) => username !== replies.at(-1)?.by)) ?? opener;
      replies.push({
        by,
        text: (pick(REPLIES) ?? 'Thanks.').replace('@', `@${opener}`),
        minutesLater: 3 + Math.floor(roll() * 50),
      });
    }
    return [...thread, ...replies];
  });
}
