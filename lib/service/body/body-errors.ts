import 'server-only'
import { getTranslations } from '@/lib/words/server'
import type { HttpProblem } from '../problems'
import type { BodyError, SplitterOptions } from './json-list-splitter'

const t = getTranslations('service.body')

/** The response to a body that cannot be read. */
export function bodyProblem(
  bodyError: BodyError,
  { list, maxElements, maxSliceBytes }: SplitterOptions,
): HttpProblem {
  const detail = t(bodyError, {
    list,
    example: `{"${list}": […]}`,
    max: maxElements,
    megabytes: Math.floor(maxSliceBytes / 1024 / 1024),
  })
  return { status: bodyError === 'value_too_large' ? 413 : 400, detail }
}
