type BulkBarProps = {
  selected: number
  /** Whether no entry is shown. */
  isEmpty: boolean
  isBusy: boolean
  onApprove: () => void
  onDate: () => void
  onDelete: () => void
  onDeleteAll: () => void
}

/** What can be done with several entries at once. */
export function BulkBar({
  selected,
  isEmpty,
  isBusy,
  onApprove,
  onDate,
  onDelete,
  onDeleteAll
}: BulkBarProps) {
  const isOff = isBusy || isEmpty
  const acts = [
    { text: 'Approve All Shown', className: 'chip chip--good', act: onApprove },
    { text: 'Change Payment Date', className: 'chip', act: onDate },
    { text: 'Delete Selected', className: 'chip chip--danger', act: onDelete },
    { text: 'Delete All Entries', className: 'chip chip--danger', act: onDeleteAll }
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className="bulk-bar" role="group" aria-label="Several entries at once">
      <p className="bulk-bar__count" aria-live="polite">
        {selected === 0 ? 'None selected' : `${selected} selected`}
      </p>
      {acts.map(({ text, className, act }) => (
        <button
          key={text}
          type="button"
          className={className}
          aria-disabled={isOff}
          onClick={() => {
            if (!isOff) act()
          }}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
