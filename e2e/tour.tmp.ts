import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { browserOptions } from './browser.ts';
import { picture } from './pictures.ts';
const b = await chromium.launch(await browserOptions());
const me = JSON.parse(readFileSync('/tmp/d-images/demo-sign-ins.json','utf8'))[0];
const o='http://localhost:3131';
for (const [width,height,dark] of [[1440,900,false],[390,844,true]] as const) {
 const c = await b.newContext({viewport:{width,height},colorScheme:dark?'dark':'light'}); const page=await c.newPage();
 page.on('console',m=>{ if(m.type()==='error'||m.type()==='warning') console.log(width,m.text()) });
 page.on('pageerror',e=>console.log('PAGEERR',e.message));
 await c.request.post(o+'/auth/sign-in/email',{data:{email:me.email,password:me.password},headers:{origin:o}});
 const shot=(n:string)=>page.screenshot({path:`/tmp/t-${n}-${width}.png`});
 await page.goto(o+'/settings/profile'); await page.waitForTimeout(1500);
 console.log(page.url());
 const servers=await (async()=>{return page.evaluate(()=>location.href)})();
 await shot('profile');
 const btn=page.getByRole('button',{name:'Choose your own picture'});
 if(!(await btn.count())) { console.log('no button', await page.locator('h1,h2').allTextContents()); continue; }
 await btn.click(); await page.getByRole('tab',{name:'Upload'}).waitFor(); await page.waitForTimeout(400); await shot('upload');
 await page.getByRole('tab',{name:'Stock photos'}).click(); await page.waitForTimeout(2000); await shot('stock');
 await page.getByLabel('Search photos').fill('zzz'); await page.waitForTimeout(1500); await shot('none');
 await page.getByRole('tab',{name:'Gradients'}).click(); await page.waitForTimeout(600); await shot('mesh');
 await page.getByRole('button',{name:'Kiln'}).click(); await page.waitForTimeout(400); await shot('editor');
 await page.getByRole('button',{name:'Back'}).click();
 await page.getByRole('tab',{name:'Upload'}).click();
 const pic=await picture(page,'warp.jpg',1400,800,'#7a3b2e');
 await page.getByLabel('Choose a picture',{exact:true}).last().setInputFiles(pic);
 await page.waitForTimeout(1200); await shot('crop');
 await page.keyboard.press('ArrowLeft'); await page.keyboard.press('ArrowLeft');
 await page.getByRole('button',{name:'Flip'}).click(); await page.getByRole('button',{name:'Rotate by 90 degrees'}).click(); await page.waitForTimeout(300); await shot('crop2');
 await page.getByRole('button',{name:'Apply'}).click(); await page.waitForTimeout(250); await shot('send');
 await page.getByRole('dialog').waitFor({state:'hidden',timeout:20000}).catch(()=>console.log('still open'));
 await page.waitForTimeout(700); await shot('after');
 await page.getByRole('button',{name:'Save changes'}).click(); await page.waitForTimeout(1500); await shot('saved');
 await c.close();
}
await b.close();
