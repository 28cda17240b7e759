import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { browserOptions } from '/work/main/e2e/browser.ts';
const ids=JSON.parse(readFileSync('/tmp/fill.json','utf8').trim().split('\n').at(-1)!);
const b=await chromium.launch(await browserOptions());
const U='http://localhost:3120';
async function open(email:string){const c=await b.newContext({viewport:{width:1440,height:900}});const p=await c.newPage();p.on('pageerror',e=>console.log('PAGEERROR',e.message));p.on('console',m=>m.type()==='error'&&console.log('CONSOLE',m.text().slice(0,200)));await p.goto(U+'/sign-in');await p.getByLabel(/^e-?mail/i).fill(email);await p.getByLabel(/^password/i).first().fill('three quiet kilns');await p.getByRole('button',{name:'Sign in',exact:true}).click();await p.waitForURL(u=>!u.pathname.includes('sign-in'));await p.goto(U+'/channel/'+ids.channel);await p.getByRole('list',{name:'Messages'}).waitFor();return p}
const a=await open('ines@alderwick.example');const h=await open('hal@alderwick.example');
const box=(p:any)=>p.locator('[class*=scroller]').first();
const info=async(p:any,l:string)=>console.log(l,await box(p).evaluate((e:any)=>({top:e.scrollTop,h:e.scrollHeight,c:e.clientHeight,rows:e.querySelectorAll('[data-row]').length,first:e.querySelector('article')?.innerText.slice(0,60),last:[...e.querySelectorAll('article')].at(-1)?.innerText.slice(0,80)})));
await h.waitForTimeout(500); await info(h,'hal start');await info(a,'ines start');
// live
await a.getByRole('textbox',{name:'Message glaze-lab'}).fill('Hello **Hal**, live at '+Date.now());await a.keyboard.press('Enter');
await h.getByText('Hello Hal, live at').last().waitFor({timeout:3000}).catch(()=>console.log('NOT LIVE'));
await info(h,'hal after live');await info(a,'ines after send');
// scroll up reading history
const marks:any[]=[];
for(let i=0;i<12;i++){const before=await box(h).evaluate((e:any)=>{const r=e.getBoundingClientRect();const el=[...e.querySelectorAll('article')].find((x:any)=>x.getBoundingClientRect().top>r.top+100) as any;(window as any).__el=el.innerText.slice(0,200);return el.getBoundingClientRect().top});
 await h.mouse.move(700,400);await h.mouse.wheel(0,-900);await h.waitForTimeout(350);
 marks.push(await box(h).evaluate((e:any)=>[Math.round(e.scrollTop),e.scrollHeight]));}
console.log(JSON.stringify(marks));await info(h,'hal top');
await a.getByRole('textbox',{name:'Message glaze-lab'}).fill('while you look back');await a.keyboard.press('Enter');await h.waitForTimeout(600);await info(h,'hal still');
await h.screenshot({path:'/tmp/s1.png'});
await h.getByRole('button',{name:'Newest'}).click();await h.waitForTimeout(800);await info(h,'hal newest');
await h.screenshot({path:'/tmp/s2.png'});
// hover bar + reaction
await h.locator('article').last().hover();await h.screenshot({path:'/tmp/s3.png'});
await h.locator('article').last().getByRole('button',{name:'React with 🔥'}).click();await a.getByRole('button',{name:/🔥, 1 person/}).last().waitFor({timeout:3000}).catch(()=>console.log('NO LIVE REACTION'));
await h.locator('article').last().getByRole('button',{name:'Add reaction'}).click();await h.waitForTimeout(1200);await h.screenshot({path:'/tmp/s4.png'});await h.keyboard.press('Escape');
await h.getByRole('textbox',{name:'Message glaze-lab'}).fill('hi @in');await h.waitForTimeout(900);await h.screenshot({path:'/tmp/s5.png'});await h.keyboard.press('Enter');await h.keyboard.type('look');await h.keyboard.press('Enter');await h.waitForTimeout(700);await a.screenshot({path:'/tmp/s6.png'});
await b.close();
