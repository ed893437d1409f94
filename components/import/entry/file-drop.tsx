import { FileDown } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { prewarmWorker } from '@/components/import/controller/files/reader-worker'
import { classes } from '@/components/ui/classes'

interface Props {
  /** The part of the page that accepts files; 'page': all of it. */
  area: RefObject<HTMLElement | null> | 'page'
  onFiles: (files: readonly File[]) => void
}

/** Accepts files that are dropped or pasted on a part of the page, and shows that while a file is dragged over it. */
export function FileDrop({ area, onFiles }: Props) {
  const t = useTranslations('intake.desk.drop')
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const here = area === 'page' ? document.body : area.current
    if (!here) return
    /** The element under the pointer. It is entered before the one under the pointer until then is left. */
    let entered: EventTarget | null = null
    const isFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!isFile(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      prewarmWorker()
      setOver(true)
    }
    const enter = (event: DragEvent) => {
      entered = event.target
    }
    const leave = (event: DragEvent) => {
      // A move between two elements of the part does not leave the part. Safari does not say where the pointer goes.
      if (event.target === entered) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!isFile(event)) return
      event.preventDefault()
      setOver(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData)
      if (files.length === 0) return
      // The sheet would paste texts.
      event.preventDefault()
      event.stopPropagation()
      take(files)
    }
    here.addEventListener('dragenter', enter)
    here.addEventListener('dragover', over)
    here.addEventListener('dragleave', leave)
    here.addEventListener('drop', drop)
    here.addEventListener('paste', paste, { capture: true })
    return () => {
      here.removeEventListener('dragenter', enter)
      here.removeEventListener('dragover', over)
      here.removeEventListener('dragleave', leave)
      here.removeEventListener('drop', drop)
      here.removeEventListener('paste', paste, { capture: true })
    }
  }, [area])
  if (!isOver) return null
  return (
    <div
      className={classes(
        area === 'page' ? 'fixed' : 'absolute',
        'pointer-events-none inset-2 z-30 flex items-center justify-center rounded-lg border-2 border-accent border-dashed bg-bg/85',
      )}
    >
      <div className="flex max-w-100 flex-col items-center gap-1 rounded-lg bg-bg px-8 py-6 text-center">
        <FileDown aria-hidden className="mb-1 size-6 text-accent" />
        <p className="font-semibold text-base">{t('title')}</p>
        <p className="text-ink-2">{t('body')}</p>
      </div>
    </div>
  )
}

/** Files of a clipboard. Excel adds a picture of the copied cells to their texts, which does not count. */
function filesOf(data: DataTransfer | null): File[] {
  // Reading a large text takes the browser a tenth of a second.
  if (!data || data.files.length === 0 || data.getData('text/plain') !== '') return []
  return [...data.files].filter(file => !file.type.startsWith('image/'))
}
