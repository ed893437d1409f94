import { type ComponentProps, startTransition, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Dialog } from '@/components/ui/overlay/dialog'

type Mapping = typeof import('./mapping').Mapping
type Fetched = { readonly Mapping: Mapping } | 'failed'

/**
 * The questions about an unknown file. Their dictionary of headings is fetched with them when they are needed; a failed
 * fetch is reported and can be repeated.
 */
export function LazyMapping(props: ComponentProps<Mapping>) {
  const t = useTranslations('intake.mapping.unfetched')
  const [fetched, setFetched] = useState<Fetched>()
  useEffect(() => {
    if (fetched) return
    let isOver = false
    const show = (now: Fetched) => {
      if (!isOver) setFetched(now)
    }
    // Forty rows of choices are rendered in slices, so that keys are handled in between.
    import('./mapping').then(
      found => startTransition(() => show(found)),
      () => show('failed'),
    )
    return () => {
      isOver = true
    }
  }, [fetched])
  if (!fetched) return null
  if (fetched !== 'failed') return <fetched.Mapping {...props} />
  return (
    <Dialog
      open
      onClose={props.onCancel}
      title={t('title')}
      description={t('body', { name: props.report.name })}
      actions={
        <>
          <Button onClick={props.onCancel}>{t('cancel')}</Button>
          <Button variant="primary" onClick={() => setFetched(undefined)}>
            {t('again')}
          </Button>
        </>
      }
    />
  )
}
