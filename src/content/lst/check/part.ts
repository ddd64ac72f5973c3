import { quoteText } from '../../diagnostics/quote.js';
import type { Fault } from '../definitions/report.js';

/** The token `PART:number|token` of an object. */
export interface PartToken {
  /** Its digits, without zeros before them. */
  readonly number: string;
  readonly token: 'MODIFY' | 'MODIFYOTHER';
  /** Where the value of the inner token begins. */
  readonly at: number;
}

const form = /^PART:0*([1-9]\d{0,8})\|(MODIFY|MODIFYOTHER):/;

export function readPart(text: string): PartToken | { readonly fault: Fault } {
  const match = form.exec(text);
  if (match === null) {
    const message = `a part is ${quoteText('PART:number|MODIFY:…')} or ${quoteText('PART:number|MODIFYOTHER:…')}, the number from 1 on`;
    return { fault: { code: 'syntax', at: 'PART:'.length, message } };
  }
  return { number: match[1], token: match[2] as PartToken['token'], at: match[0].length };
}
