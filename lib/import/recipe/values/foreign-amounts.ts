import { currencies } from '@/lib/contract/choices'
import { type CompiledRule, textOfValue } from './compile-rule'
import { readMoney } from './money'

/**
 * The rule of a price, which leaves a price blank and marked that was divided or added up from amounts in another currency
 * than its row's: only the number is left of US$ 24.00 ÷ 2, and would count as an amount of won in a row in won.
 * @param currency the rule of the row's currency
 */
export function withoutForeignAmounts(price: CompiledRule, currency: CompiledRule): CompiledRule {
  return {
    ...price,
    read: row => {
      const given = price.read(row)
      if (typeof given === 'string' || (given.kind !== 'divided' && given.kind !== 'added')) return given
      const named = price.from.flatMap(column => readMoney(row.at(column) ?? '')?.currency || [])
      if (named.length === 0) return given
      const own = textOfValue(currency.read(row))
      // A currency that is blank or unknown is an error of its own, and is corrected beside the price.
      if (!currencies.some(code => code === own) || named.every(one => one === own)) return given
      return { ...given, text: '', review: true }
    },
  }
}
