import { Button } from '@/components/ui/buttons/button'
import { Input } from '@/components/ui/fields/input'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('fill.master')

/** Searches codes and names; also works before hydration. */
export function Search({ text, count }: { text: string; count: number }) {
  return (
    <search className="flex min-w-0 flex-wrap items-center gap-2">
      <form method="get" className="flex w-90 max-w-full items-center gap-2">
        <Input
          key={text}
          name="q"
          type="search"
          defaultValue={text}
          aria-label={t('search')}
          placeholder={t('search')}
        />
        <Button type="submit" isNative>
          {t('find')}
        </Button>
      </form>
      <span className="text-ink-3">{t('count', { count })}</span>
    </search>
  )
}
