import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

/**
 * A resolver of a form whose fields only have to be filled in, for pages that load no schemas. Outer blanks of a field
 * in `trimmed` do not count and are not submitted.
 * @param sentences by field: what is shown when it is blank
 */
export function requiredFields<Values extends FieldValues & Record<keyof Values, string>>(
  sentences: Readonly<Record<keyof Values & string, string>>,
  trimmed: readonly (keyof Values)[] = [],
): Resolver<Values, unknown, Values> {
  return given => {
    const values: Record<string, string> = {}
    const errors: Record<string, { type: string; message: string }> = {}
    for (const [name, message] of Object.entries<string>(sentences)) {
      const text = given[name] ?? ''
      values[name] = trimmed.includes(name) ? text.trim() : text
      if (values[name] === '') errors[name] = { type: 'required', message }
    }
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<Values> }
      : { values: values as Values, errors: {} }
  }
}
