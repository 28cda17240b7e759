import { readTalk } from './talk.ts';

export const noticeboard = readTalk(`
maren: **This week at the Ropeworks**
  The doors open at ten on Saturday for Repair Café No. 42. Kettle volunteers are very welcome. The yard gate stays shut during the delivery at two, so please use the Tannery Row door. {👍 otis gwen bea hal kofi ines; ☕ amara wren}

maren: The fire alarm will be tested on Tuesday at eleven, three short rings. If it rings a fourth time, it is not a test. {✅ alasdair elspeth tomasz dev hal}

gwen: Subscriptions: 31 of you are a month behind, and I know every one of your faces. The form is at https://alderwick.example/subs, and there is a hardship rate. Please use it without explaining yourself. {❤️ maren ines bea imani sol; 👍 luca kofi}

maren: We have a new lease. **Twenty years, the long shed and the yard, at the rent we can pay.** Thank you to everybody who wrote to the council, and to Piet, who wrote to them eleven times. {🎉 ines elspeth hal tomasz amara yuki dev saoirse bea otis farah gwen luca nadia rowan priya kofi; 😭 sol imani; 🪢 piet zsofi}

elspeth: The print room is closed from Monday to Wednesday while the floor under the Arab press is made level. She weighs a ton and a quarter and will not be hurried. {👍 luca priya rowan nadia freya}

maren: Dates for the diary. Kiln Opening and Glaze Swap on the last Saturday of May. Midsummer Moot and Makers’ Fair on the third Saturday of June. Stall applications are open to members first. {📅 ines nadia imani mateo hal yuki; 🎉 wren freya amara}

otis: Repair Café numbers: 61 things came in, 47 went home working, 9 went home understood, and 5 were beyond all of us. The toaster of the month is a 1958 Morphy. {👏 dev gwen piet maren ana linh hal bea}

maren: House rules, because we grew by forty this spring: wash the mug you used, sign out the key, sweep the bench you leave. If you break something, say so. Nobody has ever been cross about a thing that was said on the day. {❤️ ines gwen elspeth hal tomasz wren zsofi; ✅ kofi dev amara}

ines: The glaze materials cupboard has a lock from today. Ask any steward, it takes one minute. This is about dust and small children and not about you. {👍 tomasz yuki farah saoirse amara}

alasdair: The gutters on the north side are clear. They held two tennis balls, a spanner of Theo’s and something that used to be a hat. {😂 theo maren hal otis; 🙏 gwen elspeth}

maren: Agenda for the moot: the second kiln, Sunday hours for the wood shop, a quiet hour at the fair. Send anything else by Friday week. Three lines are plenty. {👍 gwen theo tomasz imani oluwadamilola}

oluwadamilola: The minutes of the spring meeting are up: https://alderwick.example/minutes/spring. Four pages, two of them about the kettle. {😂 maren bea hal luca gwen; 👍 elspeth}

maren: A warm welcome to this month’s new members. If you see somebody standing with an apron on and no idea where to go, that was you once. {❤️ wren gwen yuki hal sian zsofi bea otis; 👋 amara kofi}

gwen: The insurers were here, and liked everything but the ladder. The ladder has gone to live with the insurers’ report. We have a new ladder. {🪜 hal alasdair theo otis; 😂 maren}

maren: Water off on Thursday from nine to noon, for the whole of Tannery Row. Fill a bucket on Wednesday night if you mean to throw. {👍 yuki amara saoirse tomasz}

maren: The open workshop is free for anybody’s first visit, every Saturday, ten till four. Bring a neighbour. Wear something you do not mind getting slip on. {👍 ines yuki kofi wren; ❤️ bea sol}
`);
