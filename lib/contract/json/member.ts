/**
 * A member of a value that was read from JSON: of an object by its name, of a list by its position. What every object
 * inherits, such as `constructor`, is no member.
 * @returns undefined where there is none
 */
export const memberOf = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<PropertyKey, unknown>>)[name]
    : undefined

/** The member at the end of a path. @returns undefined where the path ends earlier */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(memberOf, value)
