/** Reads one parameter of a query ('?weeks=12&ref=mail'); null if it is missing or `parse` rejects it. */
export function queryParam<Value>(
  query: string,
  name: string,
  parse: (text: string) => Value | null
): Value | null {
  const text = new URLSearchParams(query).get(name)
  return text === null ? null : parse(text)
}

/** Accepts only these values. */
export function oneOf<Value extends string>(values: readonly Value[]): (text: string) => Value | null {
  return (text) => values.find((value) => value === text) ?? null
}

/** Sets parameters of a query, or removes those that are null; others stay. '' if none is left. */
export function withParams(query: string, params: Record<string, string | null>): string {
  const all = new URLSearchParams(query)
  for (const [name, value] of Object.entries(params)) {
    if (value === null) all.delete(name)
    else all.set(name, value)
  }
  return all.size === 0 ? '' : `?${all}`
}

/** Sets parameters of the address, or removes those that are empty or null, without a new entry in the history. */
export function replaceParams(params: Record<string, string | null>): void {
  const { pathname, search, hash } = location
  const values = Object.entries(params).map(([name, value]) => [name, value || null])
  history.replaceState(history.state, '', pathname + withParams(search, Object.fromEntries(values)) + hash)
}

/** Enters a value into the control of a form, or `usual` if the control doesn't offer it. */
export function chooseIn(form: HTMLFormElement, name: string, value: string | null, usual = ''): void {
  const control = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | RadioNodeList
  control.value = value ?? usual
  if (control.value !== value) control.value = usual
}
