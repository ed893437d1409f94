import Image from 'next/image'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

/** Boxes of one field; a product rarely has more images. */
const MAX_IMAGES = 24

interface Props {
  addresses: readonly string[]
  /** The name of the field. */
  label: string
}

/**
 * Thumbnails of image addresses that the operator asked to see: the host of an image learns who looks at it, so nothing
 * is loaded unasked (docs/decisions/0018). Each has its size before it is loaded.
 */
export function Images({ addresses, label }: Props) {
  const t = useTranslations('recordPanel.images')
  if (addresses.length === 0) return null
  const more = addresses.length - MAX_IMAGES
  return (
    <div className="col-span-2">
      <ul className="flex flex-wrap gap-1.5">
        {addresses.slice(0, MAX_IMAGES).map((address, at) => (
          <li key={address}>
            <Thumbnail address={address} alt={t('alt', { field: label, at: at + 1 })} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="pt-1 text-ink-3 text-xs">{t('more', { count: more })}</p>}
    </div>
  )
}

function Thumbnail({ address, alt }: { address: string; alt: string }) {
  const t = useTranslations('recordPanel.images')
  const [isBroken, setBroken] = useState(false)
  return (
    <span
      title={address}
      className="flex size-16 items-center justify-center overflow-hidden rounded-md border border-line bg-bg text-center text-2xs text-ink-3"
    >
      {isBroken ? (
        t('broken')
      ) : (
        <Image
          unoptimized
          src={address}
          alt={alt}
          width={64}
          height={64}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
          className="size-16 object-contain"
        />
      )}
    </span>
  )
}
