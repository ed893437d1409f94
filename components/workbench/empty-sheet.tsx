import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { useKeyCaps } from '@/components/ui/keyboard/use-key-caps'
import { useWorkbenchTranslations } from './use-workbench-translations'
import { useWorkbench } from './workbench-context'

interface Props {
  /** Asks for a file; undefined where none may be imported. */
  onFile: (() => void) | undefined
  /** Inserts sample records; undefined where none may be inserted. */
  onSample: (() => void) | undefined
}

/**
 * Instructions in an empty sheet. The box does not cover the first cells and lets every click through to the sheet; in
 * a low window it ends with the sheet, so that it covers no notice below.
 */
export function EmptySheet({ onFile, onSample }: Props) {
  const t = useWorkbenchTranslations()
  const file = useTranslations('intake.desk.empty')
  const key = useKeyCaps()('Control+V')
  const { workbook } = useWorkbench()
  return (
    <div className="pointer-events-none absolute inset-x-0 top-46 bottom-0 z-5 max-[640px]:top-8 flex flex-col items-center gap-1.5 overflow-hidden text-center [@media(max-height:600px)]:top-24">
      <div className="max-w-100 bg-bg px-6 py-4 max-[640px]:bg-transparent">
        {workbook.isReadOnly ? (
          <p className="font-semibold text-base">{t('empty.viewer')}</p>
        ) : (
          <>
            <p className="font-semibold text-base">{t('empty.title')}</p>
            <p className="mt-1 text-ink-2">{t('empty.body', { key })}</p>
          </>
        )}
        {onFile && (
          <p className="mt-2.5 flex flex-wrap items-center justify-center gap-x-2 gap-y-1.5 text-ink-2">
            {file('orDrop')}
            <Button size="small" className="pointer-events-auto" onClick={onFile}>
              {file('choose')}
            </Button>
          </p>
        )}
        {onSample && (
          <p className="mt-2.5 flex flex-wrap items-center justify-center gap-x-2 gap-y-1.5 text-ink-3">
            {t('empty.sample')}
            <Button size="small" className="pointer-events-auto" onClick={onSample}>
              {t('empty.take')}
            </Button>
          </p>
        )}
        <p className="mt-2.5">
          <a
            href={`/templates/${workbook.sheet.id}`}
            className="pointer-events-auto text-accent hover:underline"
          >
            {t('empty.template')}
          </a>
        </p>
      </div>
    </div>
  )
}
