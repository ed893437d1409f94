import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/select'
import type { NewRule } from '@/lib/import/rules/rule'

/** A shop whose imports a rule can be limited to: its keys, and its name for operators. */
export type RuleShop = Pick<NewRule, 'shops' | 'shopName'>

interface Props {
  shops: readonly RuleShop[]
  rule: RuleShop
  onChange: (shop: RuleShop) => void
}

const keyOf = ({ shops }: RuleShop): string => shops.join(' ')
const allShops: RuleShop = { shops: [], shopName: '' }

/** Chooses the imports that a rule changes: those of one shop, or of all. */
export function ShopChoice({ shops, rule, onChange }: Props) {
  const t = useTranslations('rules.form')
  const tScope = useTranslations('rules.scope')
  const own = new Map([...shops, rule].map(shop => [keyOf(shop), shop]))
  own.delete(keyOf(allShops))
  const choices = [allShops, ...own.values()]
  return (
    <Field label={t('applies')}>
      <Select
        choices={choices.map(shop => ({
          value: keyOf(shop),
          label:
            shop.shops.length === 0
              ? tScope('all')
              : shop.shopName === ''
                ? tScope('unnamed')
                : shop.shopName,
        }))}
        value={keyOf(rule)}
        onChange={key => {
          const { shops: keys, shopName } = choices.find(shop => keyOf(shop) === key) ?? allShops
          onChange({ shops: keys, shopName })
        }}
      />
    </Field>
  )
}
