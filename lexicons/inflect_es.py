"""The forms of Spanish verbs, nouns and adjectives, made from their stems: what ``ordinary_words`` is built of.

Too many forms do no harm (a form that no one writes is found in no note), so rare tenses and doubtful feminines are
made alike for all; too few would leave plain words unknown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ENDINGS = {
    "ar": "ar o as a amos áis an é aste ó asteis aron aba abas ábamos aban aré arás ará aremos aréis arán aría arías "
          "aríamos arían e es emos éis en ara aras áramos aran ase ases asen ad ado ada ados adas ando",
    "er": "er o es e emos éis en í iste ió imos isteis ieron ía ías íamos ían eré erás erá eremos eréis erán "
    "ería erías "
          "eríamos erían a as amos áis an iera ieras iéramos ieran iese ieses iesen ed ido ida idos idas iendo",
    "ir": "ir o es e imos ís en í iste ió isteis ieron ía ías íamos ían iré irás irá iremos iréis irán iría "
    "irías iríamos "
          "irían a as amos áis an iera ieras iéramos ieran iese ieses iesen id ido ida idos idas iendo",
}  # fmt: skip
_STRESSED = {
    "ar": "o as a an e es en",
    "er": "o es e en a as an",
    "ir": "o es e en a as an",
}
_WEAK = "ió ieron iera ieras ieran iese ieses iesen iendo amos áis"
"""Endings in which -ir verbs turn e into i and o into u."""

_IE = _words(
    """
    acertar apretar asentar atender atravesar calentar cerrar comenzar concertar confesar defender descender
    despertar empezar encender encerrar entender enterrar extender gobernar helar mentir negar pensar perder plegar
    querer quebrar recomendar regar reventar sembrar sentar temblar tender tropezar verter adherir advertir
    conferir consentir convertir diferir digerir divertir herir hervir inferir ingerir interferir invertir preferir
    referir requerir sentir sugerir transferir adquirir manifestar recalentar calentar denegar despertar extender
    fregar merendar
    """
)  # fmt: skip
_UE = _words(
    """
    absolver acordar acostar almorzar aprobar apostar avergonzar cocer colgar comprobar contar costar demostrar
    devolver disolver doler encontrar envolver esforzar forzar llover moler morder morir mostrar mover poder probar
    promover recordar reforzar remover renovar resolver rodar rogar soler soltar sonar soñar torcer tostar volar
    volver dormir demostrar mostrar comprobar jugar colar descontar revolver
    """
)  # fmt: skip
_I = _words(
    """
    competir concebir conseguir corregir derretir despedir elegir expedir freír impedir medir pedir perseguir
    proseguir regir reír rendir repetir seguir servir vestir reñir teñir gemir
    """
)  # fmt: skip
_IRREGULAR = {
    "ser": "soy eres es somos sois son era eras éramos eran fui fuiste fue fuimos fueron seré será serán sería "
    "serían sea "
           "seas seamos sean fuera fueran fuese fuesen sido siendo",
    "estar": "estoy está estás están estuve estuvo estuvieron estuviera estuvieran estuviese esté estén",
    "haber": "he has ha hemos han había habían hubo hubieron habrá habrán habría habrían haya hayan hubiera "
    "hubieran hubiese "
             "hubiesen habido habiendo hay",
    "ir": "voy vas va vamos van iba ibas íbamos iban iré irá irán iría irían vaya vayan ido yendo",
    "dar": "doy das da damos dan di dio dieron daba daban dé den diera dieran diese dando dado dada dados dadas",
    "ver": "veo ves ve vemos ven vi vio vieron veía veían vea vean viera vieran visto vista vistos vistas viendo",
    "saber": "sé sabe saben supo supieron sepa sepan supiera sabrá sabría",
    "caber": "cabe caben cupo quepa",
    "poder": "pudo pudieron pudiera pudieran pudiese podrá podrán podría podrían pudiendo",
    "querer": "quiso quisieron quisiera querrá querría",
    "oír": "oigo oye oyen oía oían oyó oyeron oído oyendo",
    "morir": "muerto muerta muertos muertas murió murieron muriendo",
    "dormir": "durmió durmieron durmiendo",
    "andar": "anduvo anduvieron anduviera",
}  # fmt: skip
_ROOTS = {
    "tener": "tengo tiene tienes tienen tuve tuvo tuvimos tuvieron tuviera tuvieran tuviese tendrá tendrán "
    "tendría tendrían "
             "tenga tengan teniendo tenido",
    "venir": "vengo viene vienen vino vinieron viniera vendrá vendrán vendría venga vengan viniendo venido",
    "poner": "pongo pone ponen puso pusieron pusiera pondrá pondrán pondría ponga pongan poniendo puesto puesta "
    "puestos "
             "puestas",
    "hacer": "hago hace hacen hizo hicieron hiciera hará harán haría harían haga hagan haciendo hecho hecha "
    "hechos hechas",
    "decir": "digo dice dicen dijo dijeron dijera dirá dirán diría diga digan diciendo dicho dicha dichos dichas",
    "traer": "traigo trae traen trajo trajeron trajera traiga traigan trayendo traído traída traídos traídas",
    "caer": "caigo cae caen cayó cayeron cayera caiga caigan cayendo caído caída caídos caídas",
    "salir": "salgo sale salen saldrá saldrán saldría salga salgan saliendo salido",
    "valer": "valgo vale valen valdrá valdría valga valgan",
    "ducir": "duzco duce ducen dujo dujeron dujera duzca duzcan duciendo ducido ducida ducidos ducidas",
    "cribir": "crito crita critos critas",
    "abrir": "abierto abierta abiertos abiertas",
    "cubrir": "cubierto cubierta cubiertos cubiertas",
    "romper": "roto rota rotos rotas",
    "volver": "vuelto vuelta vueltos vueltas",
    "solver": "suelto suelta sueltos sueltas",
}  # fmt: skip


def forms(verbs: Iterable[str], words: Iterable[str]) -> list[str]:
    """Every form of the verbs and words, with and without accents, sorted."""
    found: set[str] = set()
    for verb in verbs:
        found.update(verb_forms(verb))
    for word in words:
        found.update(word_forms(word))
    found |= {plain(form) for form in found}
    return sorted(form for form in found if len(form) > 1 or form in "aeouy")


def plain(word: str) -> str:
    """A word without its accents; ñ stays."""
    kept = unicodedata.normalize("NFD", word.replace("ñ", "\0"))
    return "".join(c for c in kept if not unicodedata.combining(c)).replace("\0", "ñ")


def verb_forms(verb: str) -> Iterator[str]:
    """The forms of a verb, those with 'se' behind infinitive and gerund among them."""
    yield verb
    yield verb + "se"
    yield from _IRREGULAR.get(verb, "").split()
    for root, irregular in _ROOTS.items():
        if verb.endswith(root):
            yield from (verb.removesuffix(root) + form for form in irregular.split())
    ending = plain(verb[-2:])
    stem = verb[:-2]
    for tail in _ENDINGS[ending].split():
        yield spelt(stem, tail, ending)
        if tail in ("ando", "iendo"):
            gerund = spelt(stem, tail, ending)
            yield re.sub(r"ndo$", "ndose", re.sub("ando$", "ándo", re.sub("iendo$", "iéndo", gerund)))
            yield re.sub("ando$", "ándo", re.sub("iendo$", "iéndo", gerund)) + "se"
    if ending in ("er", "ir") and stem.endswith("c"):
        yield from (stem[:-1] + "zc" + tail for tail in ("o", "a", "as", "an", "amos"))
    if ending == "ir" and stem.endswith("u"):
        yield from (stem + tail for tail in ("yo", "ye", "yen", "yó", "yeron", "ya", "yan", "yera", "yendo"))
    if ending == "er" and stem[-1] in "aeo":
        yield from (stem + tail for tail in ("yó", "yeron", "yera", "yendo", "ído", "ída", "ídos", "ídas"))
    yield from changed(verb, stem, ending)


def changed(verb: str, stem: str, ending: str) -> Iterator[str]:
    """The forms of verbs that change the vowel of their stem."""
    for verbs, old, new in ((_IE, "e", "ie"), (_UE, "o", "ue"), (_I, "e", "i")):
        if verb not in verbs:
            continue
        at = stem.rfind(old)
        if verb == "adquirir":
            at, old = stem.rfind("i"), "i"
        if verb == "jugar":
            at, old = stem.rfind("u"), "u"
        if at < 0:
            continue
        other = stem[:at] + new + stem[at + len(old) :]
        yield from (spelt(other, tail, ending) for tail in _STRESSED[ending].split())
        if ending == "ir":
            weak = stem[:at] + {"ie": "i", "ue": "u", "i": "i"}[new] + stem[at + len(old) :]
            yield from (spelt(weak, tail, ending) for tail in _WEAK.split())
            yield re.sub("iendo$", "iéndo", spelt(weak, "iendo", ending)) + "se"


def spelt(stem: str, tail: str, ending: str) -> str:
    """Stem and ending, the stem's last letter written as the sound asks."""
    soft = tail[0] in "eéií"
    if ending == "ar" and soft:
        for old, new in (("c", "qu"), ("g", "gu"), ("z", "c")):
            if stem.endswith(old):
                return stem.removesuffix(old) + new + tail
    if ending != "ar" and not soft:
        for old, new in (("gu", "g"), ("qu", "c"), ("g", "j"), ("c", "z")):
            if stem.endswith(old):
                return stem.removesuffix(old) + new + tail
    return stem + tail


def word_forms(word: str) -> Iterator[str]:
    """A noun or adjective with its feminine and its plurals, and the adverb of an adjective."""
    yield word
    if word.endswith("o"):
        stem = word[:-1]
        yield from (stem + "a", word + "s", stem + "as")
        if len(word) > 4:
            yield stem + "amente"
    elif word[-1] in "aeiuáéú":
        yield word + "s"
    elif word.endswith("z"):
        yield word[:-1] + "ces"
    elif word[-1] in "lrndsyj":
        yield plain(word) + "es" if re.search(r"[áéíóú][ns]$", word) else word + "es"
        if re.search(r"(?:or|ón|és|ín|án)$", word):
            yield from (plain(word) + "a", plain(word) + "as")
        if word.endswith(("al", "ar", "il", "el")) and len(word) > 4:
            yield word + "mente"
    if word.endswith(("nte", "ble")):
        yield word + "mente"
