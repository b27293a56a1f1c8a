import { fold, folded } from './fold.js';

/** As spreadsheets, programs and people of many languages write it. */
const yesWords = folded(
  'yes,y,true,t,1,on,x,ok,checked,selected,✓,✔,☑',
  'ja,j,wahr,an',
  'oui,o,vrai',
  'si,s,verdadero,sí,cierto',
  'vero',
  'sim,verdadeiro',
  'waar',
  'tak,prawda',
  'ano,pravda,áno',
  'sand,sant,sann',
  'kyllä,tosi',
  'igen,igaz',
  'da,adevărat,istina',
  'да,истина,так,д',
  'evet,doğru,e',
  'ναι,αληθής',
  'はい,真,是,有,예,네,참',
);
const noWords = folded(
  'no,n,false,f,0,off,unchecked,✗,✘,☐',
  'nein,falsch,aus',
  'non,faux',
  'falso',
  'não,nao',
  'nee,onwaar',
  'nie,fałsz',
  'ne,nepravda',
  'nej,nei,falskt,falsk,usann',
  'ei,epätosi',
  'nem,hamis',
  'nu,fals',
  'нет,ложь,ні,н',
  'hayır,yanlış,h',
  'όχι,ψευδής',
  'いいえ,偽,否,无,無,아니요,거짓',
);
const yesMarks = new Set(['✓', '✔', '☑', '✅']);
const noMarks = new Set(['✗', '✘', '☐', '❌', '-', '–', '—']);

/** Undefined where the text is neither. */
export function yesOrNo(text: string): boolean | undefined {
  if (yesMarks.has(text)) return true;
  if (noMarks.has(text)) return false;
  const word = fold(text);
  if (yesWords.has(word)) return true;
  if (noWords.has(word) || /^0[.,]0+$/.test(text)) return false;
  // Flags are numbers too: 1.0 of a data frame.
  return /^1[.,]0+$/.test(text) ? true : undefined;
}
