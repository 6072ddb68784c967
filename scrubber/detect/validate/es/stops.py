"""Where a name ends: capitalised words that follow names of people and places in letterheads and signatures.

As a set, because a pattern of as many alternatives takes longer to compile than a note takes to read.
"""

from __future__ import annotations

from collections.abc import Callable

import regex

from scrubber.detect.validators import words

_LETTERHEAD = words(
    """
    servicio servicios serv servei hospital hospitales hosp unidad unitat departamento departament departement dpto
    depto dept sección seccion secció clínica clinica clínicas policlínica centro centre complejo complexo
    consorcio consorci instituto institut fundación fundacion fundació universidad universitat univ facultad
    escuela mn mp cmp rne mat calle carrer avda avd av avenida avinguda avgda paseo passeig plaza plaça pza ctra
    carretera camino ronda rambla travesía glorieta urbanización apartado apdo correo correos email e-mail mail tel
    tels telf telfs tfno tfn tlf tlfno teléfono teléfonos telefono fax móvil movil nº no nºcol ncol núm num
    colegiado colegiada especialista médico médica médicos medico doctor doctora dr dra jefe jefa residente adjunto
    adjunta facultativo facultativa área area medicina aparato radiodiagnóstico digestivo enfermero enfermera
    urgencias gerencia consulta consultas endocrino mutua residencia sanatorio edificio planta grupo pz
    prolongación supervisor supervisora supervisión comunidad profesor profesora agencia código cp c.p c/ c\\ c/.
    p.º pº h.u
    """
)
_NOTE = words(
    """
    informe motivo historia fecha edad sexo episodio domicilio dirección localidad provincia país nhc nass cipa dni
    nie nif
    nombre apellidos hora remitido responsable datos antecedentes exploración diagnóstico tratamiento evolución paciente
    paciente: motivo: juicio fdo firmado España Spain oral plástica interna intensiva maxilofacial
    para que quien por se el los las en con un una al su pero tras ante cuando si refiere acude presenta ingresa
    consulta
    lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto
    septiembre octubre
    noviembre diciembre
    """
) | words("españa spain")
_COUNTRIES = words("españa spain méxico argentina chile colombia cuba")
_SPECIALTY = regex.compile(r"\p{L}{2,}(?:log[ií]a|iatr[ií]a|estesia|estesiología|cirug[ií]a|enfermer[ií]a|graf[ií]a)$")
_PLACE_ONLY = words("el los las la un una por con para en al y e de del i")
_WORD = regex.compile(r"\S+")
_TRAIL = regex.compile(r"(?:[\s,;:.(-]+(?:(?i:de|del|la|las|los|el|y|e|i|da|dos|por|en)(?=\s|$))?)+$")

PEOPLE = _LETTERHEAD | _NOTE | _COUNTRIES
"""Words at which a person's name ends."""
TOWNS = PEOPLE - words("comunidad centro puerto grupo la el los las al")
"""Words at which a town's name ends."""
HOSPITALS = (_LETTERHEAD | _NOTE) - words(
    "hospital clínica centro universidad universitat médico médica doctor dr dra instituto institut fundación "
    "fundació área "
    "residencia comunidad profesor profesora mayo octubre el los las facultad escuela sanatorio mutua complejo plaza"
)
"""Words at which the name of a hospital or an institution ends."""


def until_stop(text: str, stops: frozenset[str], keep: Callable[[str], bool] | None = None) -> int:
    """Length of the part of a name before the first word that ends it, particles and signs at its end left out.

    Args:
        keep: asked of each word that would end the name, as written; true where it belongs to it.
    """
    end = len(text)
    for index, word in enumerate(_WORD.finditer(text)):
        low = word[0].lower().strip("\"“”()'«»,;:")
        bare = low.rstrip(".")
        if (bare in stops or low in stops or _SPECIALTY.match(bare)) and not (keep is not None and keep(word[0])):
            end = word.start() if index else 0
            break
    if end == len(text):
        return end
    tail = _TRAIL.search(text, 0, end)
    return tail.start() if tail else end
