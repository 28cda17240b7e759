import { readTalk } from './talk.ts';

export const keyholders = readTalk(`
alasdair: **Opening rota**
  - Monday: Tomasz
  - Tuesday: Bea
  - Wednesday: Theo
  - Thursday: Elspeth
  - Friday: Dev
  - Saturday: Hal and me
  - Sunday: Ines
  Swap among yourselves, and write it *here*. {✅ tomasz bea theo elspeth dev hal ines}
theo +9: Could I swap Wednesday for Friday this week? Dentist.
dev +3: Done, I’ll take the Wednesday. Good luck with the dentist.

maren: Key 7 has been missing for nine days. Think of your other coat.
hal +4: I’ve thought of all my coats.
kofi +6: Not in the saddle bag.
luca +30: I’d like to say, before anybody looks, that I’ve found it in a type case. Under K.
elspeth +1: That is the correct place for it. {😂 maren hal alasdair bea ines dev; 🗝️ luca}

alasdair: The alarm code changes on Friday at noon. I’ll tell you one by one, out loud, in the yard. It’s not to be written on the *hand*. {👍 dev gwen bea; 😳 kofi}

tomasz: Kiln 2 is on until four in the morning. The yard light stays on, please leave it so.
ines +2: I’ll look at her at eleven, I’m here late with the tests.
tomasz +1: You’re a good neighbour to a kiln. {❤️ ines}

gwen: Whoever locked up last night left the side window on the latch. A cat has been in. It has been through the accounts.
bea +3: Oh no, that was me. I’m sorry. What did it do?
gwen +1: It sat on the VAT. I rather sympathised. {🐈 bea maren elspeth; 😂 hal luca sol}

otis: I’m opening at eight on Saturday for Repair Café, and I need the big gate. Who has the padlock key?
kofi +2: Me. I’ll be there with coffee at ten to.
otis +1: You’re a prince among keyholders.

maren: The insurer wants a list of who holds what. Reply with your number, please.
hal +2: 3
bea +1: 5
dev +1: 9, and the bench cupboard
theo +4: 6
luca +2: 7. It’s on a string now.
sol +5: 11, for the garden gate only
maren +20: Thank you. 12 is still at large, and I think it’s in Norway. {😂 otis dev hal; 🇳🇴 alasdair}

elspeth: There was a light in the wood shop at ten last night. I looked in: it was Ted, asleep in the new chair, with the radio on. I put a blanket over him and turned the heater up. {❤️ hal maren theo bea gwen ines otis sol}
theo +3: It’s that chair.
hal +2: It’s a dangerous chair. I’ve brought him a key of his own, if nobody minds.
maren +1: Number 13. He’s more reliable than the alarm. {🗝️ alasdair theo; ❤️ elspeth hal}

alasdair: Fire drill result: 3 minutes 10, from bell to yard. Better than spring by a minute. Two people came out *with* their pots.
ines +2: Were they good pots?
alasdair +1: That’s not the lesson, Ines. {😂 tomasz maren bea luca}

dev: The door sensor on the long shed has gone to sleep. I’ve woken it up, and changed its battery. If it says OPEN, believe it.
alasdair +2: I always believe a door.

sol: Could someone water the seedlings on Sunday? I’m at a wedding. It’s only the top bench, only till they’re dark.
ines +3: I open on Sunday, I’ll do it before the coffee.
sol +1: They like to be spoken to.
ines +1: I’ll read them the glaze log. {🌱 maren gwen; 😂 sol bea}

maren: A padlock has been cut at the yard cage. Nothing’s gone but the *swear-word glass*. I’ve told the police, who asked what it said.
otis +2: And what did you tell them?
maren +1: I read it to them, slowly. {😂 hal theo elspeth gwen kofi bea dev; 👮 alasdair}
theo +1500: The glass is back, leaning on the gate, with a note: “sorry, wrong shed, nice words”.
maren +3: I’ll let the police know. They’ll be disappointed. {😂 gwen otis luca}
`);
