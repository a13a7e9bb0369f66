import { NumberInput, Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Company, limits, listCompanyProblems, type Problem, startViewRanges } from '@pgis/contract';
import { languageNames, languages, problemText, type TFunction, useTexts } from '../../i18n/index.ts';
import { FormFoot } from '../../ui/forms/FormFoot.tsx';
import { useSave } from '../../ui/forms/useSave.ts';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { showToast } from '../../ui/toasts/index.ts';
import { useUnsavedWork } from '../../ui/unsaved-work/index.ts';
import classes from './profile.module.css';
import { saveCompany } from './profileQueries.ts';

const emptyOr = (value: number | undefined): number | '' => value ?? '';
const isNumber = (value: number | string): value is number => typeof value === 'number';

/** The field would otherwise replace a number outside its range in silence. */
function rangeError(name: keyof typeof startViewRanges, value: number | string, t: TFunction): string | null {
  const { min, max } = startViewRanges[name];
  return isNumber(value) && (value < min || value > max) ? t('COMMON.NUMBER_RANGE', { min, max }) : null;
}

const toErrors = (problems: readonly Problem[], t: TFunction) =>
  Object.fromEntries(problems.map(({ path, code }) => [path.slice(1), problemText(t, code)]));

/** D-COMP-01. An empty position or zoom means the default of the product. */
export function CompanyForm({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  const { id, defaultCenter, defaultZoom, ...texts } = company;
  const form = useForm({
    initialValues: {
      ...texts,
      lon: emptyOr(defaultCenter?.[0]) as number | string,
      lat: emptyOr(defaultCenter?.[1]) as number | string,
      zoom: emptyOr(defaultZoom ?? undefined) as number | string,
    },
    validate: (values) => ({
      ...toErrors(listCompanyProblems(values, company), t),
      name: values.name.trim() === '' ? t('REQUIRED') : null,
      lat:
        isNumber(values.lat) === isNumber(values.lon)
          ? rangeError('lat', values.lat, t)
          : t('PROFILE.BOTH_OR_NONE'),
      lon: rangeError('lon', values.lon, t),
      zoom: rangeError('zoom', values.zoom, t),
    }),
  });
  const saving = useSave(saveCompany(id), {
    form,
    onSaved() {
      form.resetDirty();
      showToast({ kind: 'success', message: t('ADMIN.SAVED') });
    },
  });
  useUnsavedWork(form.isDirty());
  const submit = form.onSubmit(({ lon, lat, zoom, ...values }) =>
    saving.save({
      ...values,
      defaultCenter: isNumber(lon) && isNumber(lat) ? [lon, lat] : null,
      defaultZoom: isNumber(zoom) ? zoom : null,
    }),
  );
  const field = (name: Exclude<keyof typeof texts, 'language'>, label: string) => (
    <TrimmedTextInput label={label} maxLength={limits.companyTextLength} {...form.getInputProps(name)} />
  );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Stack gap="md">
        <TrimmedTextInput
          label={t('PROFILE.NAME')}
          required
          maxLength={limits.companyTextLength}
          {...form.getInputProps('name')}
        />
        <div className={classes.pair}>
          {field('regNumber', t('PROFILE.REG_NUMBER'))}
          {field('address', t('PROFILE.ADDRESS'))}
          {field('email', t('ADMIN.EMAIL'))}
          {field('phone', t('ADMIN.PHONE'))}
          {field('website', t('PROFILE.WEBSITE'))}
          <Select
            label={t('PROFILE.NAME_LANGUAGE')}
            description={t('PROFILE.NAME_LANGUAGE_NOTE')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            allowDeselect={false}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            {...form.getInputProps('language')}
          />
        </div>
        <fieldset className={classes.startView}>
          <legend className={classes.legend}>{t('PROFILE.START_VIEW')}</legend>
          <NumberInput
            label={t('PROFILE.LATITUDE')}
            decimalScale={6}
            hideControls
            {...form.getInputProps('lat')}
          />
          <NumberInput
            label={t('PROFILE.LONGITUDE')}
            decimalScale={6}
            hideControls
            {...form.getInputProps('lon')}
          />
          <NumberInput
            label={t('PROFILE.ZOOM')}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('zoom')}
          />
        </fieldset>
        <FormFoot saving={saving} submitText={t('COMMON.SAVE')} />
      </Stack>
    </form>
  );
}
