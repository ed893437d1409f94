import 'server-only'
import { FOLDER_OPERATOR } from '@/lib/store/people/desk-keys'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('automation.folder')

/** The name of an author as screens show it: the watched folder is stored under the name of its variable. */
export const authorName = (stored: string): string => (stored === FOLDER_OPERATOR.name ? t('name') : stored)
