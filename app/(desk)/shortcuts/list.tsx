'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Input } from '@/components/ui/fields/input'
import { KeyGroups, useMatchingKeys } from '@/components/workbench/keys/key-groups'

/** The keys, in as many columns as there is room for. */
export function ShortcutList() {
  const t = useTranslations('help')
  const [wanted, setWanted] = useState('')
  const groups = useMatchingKeys(wanted)
  return (
    <div className="flex flex-col gap-2 px-3.5 py-3">
      <div className="max-w-100">
        <Input
          aria-label={t('search')}
          placeholder={t('search')}
          value={wanted}
          onChange={event => setWanted(event.currentTarget.value)}
        />
      </div>
      <div className="max-w-300 columns-[20rem] gap-8">
        <KeyGroups groups={groups} level={2} />
      </div>
    </div>
  )
}
