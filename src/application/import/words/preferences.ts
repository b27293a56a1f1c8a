import { fold, folded } from './fold.js';

/** How much or how often somebody wants email, in columns of preferences. */
const some = folded(
  'all,everything,any,anything,some,always,often,sometimes,occasionally,regularly,yes please,email,e mail,by email,via email,email me,html,text,plain text,individual,digest,summary',
  'daily,weekly,biweekly,bi weekly,fortnightly,monthly,bimonthly,quarterly,yearly,annually,hourly,immediate,immediately,instant,instantly,real time,realtime,as it happens,once a day,once a week,once a month,every day,every week,every month',
  'all emails,all updates,all mailings,all news,all newsletters,all lists,all notifications,all marketing,only important,important only',
  'alle,alles,immer,täglich,wöchentlich,monatlich,sofort,gelegentlich,per e mail',
  'tout,tous,toutes,toujours,quotidien,quotidienne,hebdomadaire,mensuel,mensuelle,par e mail',
  'todo,todos,todas,siempre,diario,diaria,semanal,mensual,por correo',
  'tutto,tutti,tutte,sempre,giornaliero,giornaliera,settimanale,mensile',
  'tudo,diário,diária,mensal',
  'altijd,dagelijks,wekelijks,maandelijks',
  'wszystko,wszystkie,zawsze,codziennie,co tydzień,co miesiąc,vše,všechno,všechny,vždy,denně,týdně,měsíčně',
  'alla,allt,alltid,dagligen,varje vecka,altid,dagligt,ugentligt,månedligt,alltid,kaikki,aina,viikoittain',
  'mind,minden,mindig,naponta,hetente,havonta,toate,tot,mereu,zilnic,săptămânal,lunar',
  'все,всё,всегда,ежедневно,еженедельно,ежемесячно,hepsi,her zaman,günlük,haftalık,aylık,όλα,πάντα,すべて,全て,毎日,毎週,毎月,全部,所有,每天,每周,每月,모두,매일,매주',
);
const noneAtAll = folded(
  'none,nothing,never,nil,zero,muted,mute,silent,silenced,stop,stopped,disabled,suspended,paused,turned off,switched off,not at all,at no time,opted out,revoked,withdrawn,unwanted,nomail',
  'keine,keiner,keins,nichts,nie,niemals,gar nicht,überhaupt nicht,stumm',
  'aucun,aucune,rien,jamais,désactivé,désactivée',
  'ninguno,ninguna,ningunos,ningunas,nada,nunca,jamás,desactivado,desactivada',
  'nessuno,nessuna,niente,nulla,mai,disattivato,disattivata',
  'nenhum,nenhuma,desativado,desativada',
  'geen,niets,nooit,uitgeschakeld',
  'żaden,żadne,żadna,brak,nic,nigdy,wyłączone,žádný,žádné,nikdy,vypnuto',
  'ingen,inga,inget,ingenting,aldrig,intet,aldri,av,ei mitään,ei koskaan,ei ikinä',
  'semmi,semmit,soha,egyik sem,nimic,niciodată,niciuna,niciun',
  'ничего,никогда,никакие,никаких,ніколи,hiçbiri,asla,hiç,κανένα,ποτέ,なし,受け取らない,无,無,不接收,从不,없음,안함',
);
const denying =
  /^(?:no|non|not|never|none|nothing|rien|nada|niente|nichts|niets|don t|do not|dont|without|stop|kein\w*|nicht|pas de|ne pas|aucune?|sin|ningun\w*|nessun\w*|senza|nenhum\w*|sem|geen|zadn\w*|bez|ingen|inga|ikke|inte|не|без) \S+(?: \S+){0,3}$/;
/** Nothing is said by these. */
const open =
  /^(?:no|not|keine?|pas de|sin|senza|sem|geen) (?:particular )?(?:preference|praferenz|limit|restriction|change|answer|data|set|specified|given|known|yet|available|applicable|angabe|preferencia|preferenza|voorkeur)/;
/** A code before the word: `0 - none`. */
const code = /^\d{1,2} (?=\p{L})/u;

/** What somebody wants, by a text that is neither a yes or no nor a status. Undefined where it is no such text. */
export function preferenceIn(text: string): 'some' | 'none' | undefined {
  const word = fold(text).replace(code, '');
  if (noneAtAll.has(word) || (denying.test(word) && !open.test(word))) return 'none';
  return some.has(word) ? 'some' : undefined;
}
