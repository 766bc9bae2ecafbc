import {openEmbedded} from '../src/lib/db/embedded.ts';
import {databaseOver} from '../src/lib/db/database.ts';
import {sql} from 'kysely';
const d=await databaseOver(await openEmbedded(process.argv[2]));
for(const q of process.argv.slice(3)){const r=await sql.raw(q).execute(d.db);console.log(q.slice(0,80));console.log(JSON.stringify(r.rows,(_,v)=>typeof v==='bigint'?v.toString():v,0).replaceAll('},{','},\n{'));}
await d.close();
