import { readTalk } from './talk.ts';

export const slowCraft = readTalk(`
zsofi: Tuesday: round bases. Bring ten willow rods that are as thick as a pencil, and no hurry at all. {👍 wren sian gwen; 🧺 imani}
wren +6: I’ve got the no hurry. Can I get the rods from you?
zsofi +1: Always.

sian: The kettle’s on, the axe is sharp and the log is wet. If you’re near, you’re welcome. {🫖 hal wren zsofi; 🪓 ted}

piet: A splice holds because every strand goes under its neighbour and trusts it. I’ve said this to town councils. They write it down, and then they build a car park. {❤️ maren gwen zsofi sol; 😂 sian hal}

wren: My base looks like a crisp.
zsofi +2: Curved which way?
wren +1: Both.
zsofi +3: Good, then it isn’t the willow, it’s your thumb. Push down on the *weaver*, not on the stake. {🙏 wren; 😂 sian imani}
wren +1400: Flat! It’s flat! I put a cup of tea on it, and the tea stayed. {🎉 zsofi sian piet gwen imani sol bea}

imani: Does anybody card? My last fleece is all burrs and opinions.
bea +3: I’ve hand carders and an evening.
gwen +4: I’ve a drum carder that belonged to a nun.
imani +1: Everything you own belonged to someone wonderful. {❤️ gwen bea sol}

ted: What is the slowest thing anybody’s making?
maximiliana +2: A candle, since February. One dip a day.
sol +3: Blue.
hal +4: I planted a walnut in 1987.
ted +1: Hal has it. {😂 sian zsofi wren; 🌳 piet gwen imani}

sian: Ladle for Sol’s indigo bath is done: ash, a metre and five, and the bowl holds exactly one remark. {🥄 sol zsofi wren; 😍 hal imani}
sol +8: It stirs like a dream and it’s turning blue from the end up. It knows where it’s going.

piet: For the fair I’d like to lay thirty metres of rope *in the street*, the old way, with children turning the cranks. Who’s got a street?
maren +15: Tannery Row is shut for the day. It’s yours from noon.
piet +1: Then it’s the first rope laid there since 1938. {🪢 zsofi wren gwen hal; 😭 maren; 🎉 bea sian}

zsofi: Rush is in. It must sleep wrapped in a wet blanket overnight, like a child with a fever.
wren +2: Whose blanket?
zsofi +1: Yours was on the chair.
wren +1: …I see. {😂 sian imani piet}

gwen: I wound a ball of wool for twenty minutes this afternoon while it rained, and nobody wanted me for anything. I can recommend it. {❤️ bea imani sol zsofi wren sian maximiliana hal}

maximiliana: The bees have made eleven kilos. A jar for everyone who was brave, half a jar for everyone who was honest. {🍯 sol zsofi wren gwen piet; 🐝 imani}
hal +2: I was honest. I was extremely honest, from indoors.
maximiliana +1: Half a jar, Hal. {😂 ted sian bea}

bea: Does anyone else count stitches in another language without noticing?
zsofi +1: Hungarian.
imani +2: Twi, when it’s hard.
sol +1: I count in swear words.
piet +3: Dutch for splices, English for invoices. {😂 bea gwen sol; ❤️ wren}

sian: A child asked me today how long it takes to make a spoon. I said “about four cups of tea”. She said “what size cups”. I’ve thought about it all day. {😂 zsofi wren hal ted; ❤️ gwen bea}

wren: It’s finished: the first basket with a handle. It took three Tuesdays and one cry. It’s going to my mum. {🧺 zsofi sian piet gwen imani sol bea maximiliana hal; 🥹 ted}
zsofi +3: Put your hand flat inside, before you give it away. So it knows.
wren +2: I did. I didn’t know anyone else did that.
zsofi +1: Everyone does that. {❤️ wren sian imani sol gwen}

hal: The walnut dropped its first nuts. Thirty-nine years. Six of them.
ted +4: What’ll you do with them?
hal +1: Plant five. Eat one, slowly. {❤️ ted gwen piet zsofi sol wren; 🌰 sian}
`);
