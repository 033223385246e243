import { saveHomeFunds } from '../../../admin-api/contract/funds.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogActions } from '../../ui/Dialog.tsx'
import { InputField } from '../fields.tsx'
import { FundForm } from './FundForm.tsx'

/** Chooses the funds that the home page lists first. */
export function HomeFunds({ symbols, onDone }: { symbols: readonly string[]; onDone: () => void }) {
  const call = (text: (field: string) => string) =>
    callAdmin(saveHomeFunds, {
      tickers:
        text('tickers')
          .toUpperCase()
          .match(/[A-Z]+/g) ?? []
    })
  return (
    <FundForm
      doneTitle="Home Page Changed"
      call={call}
      onDone={onDone}
      buttons={(isBusy) => (
        <DialogActions>
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isBusy}>
            Save List
          </Button>
        </DialogActions>
      )}
    >
      <p>
        The home page lists these funds first, in this order, then all others by issuer. Leave empty to
        restore the usual list.
      </p>
      <InputField label="Symbols" name="tickers" defaultValue={symbols.join(' ')} spellCheck={false} />
    </FundForm>
  )
}
