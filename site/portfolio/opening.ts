/** What a visitor without lots begins with; `fleet` is to see what there is. */
export type Opening = 'fleet' | 'add' | 'import' | 'example'
