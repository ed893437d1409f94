import { classes } from '@/components/ui/classes'

/** The look of a link to one of several views of a page; on a phone it is as high as a finger needs. */
export const tabClasses = (isHere: boolean): string =>
  classes(
    'rounded-md px-2.25 py-1 max-[1100px]:px-2 max-[640px]:py-2.75 hover:bg-shade',
    isHere && 'bg-shade font-medium text-ink',
  )
